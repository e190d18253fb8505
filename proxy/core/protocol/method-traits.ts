const ASKS_A_PERSON = new Set(['session/request_permission', 'elicitation/create']);

/** True for a request of the agent that a person answers: a permission request or an elicitation. */
export const asksPerson = (method: string): boolean => ASKS_A_PERSON.has(method);

/** Who is to answer a request, in words: a person answers some of those that the client is asked. */
export const answererOf = ({ side, method }: { readonly side: 'client' | 'agent'; readonly method: string }): string =>
  side === 'client' && asksPerson(method) ? 'client (a person)' : side;
