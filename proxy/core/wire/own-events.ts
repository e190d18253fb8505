/** The names of the events that record the actions of acptap itself. */
export const OWN_EVENTS = ['taking-part', 'injected', 'intervened'] as const;

export type OwnEvent = (typeof OWN_EVENTS)[number];

export const isOwnEvent = (name: string): name is OwnEvent => OWN_EVENTS.some((each) => each === name);
