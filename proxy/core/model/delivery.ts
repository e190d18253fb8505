/**
 * How acptap changed or withheld a message of the agent.
 *
 * - `changed`     the client was given another message
 * - `answered`    acptap answered the request, and did not deliver it
 * - `dropped`     acptap did not deliver it
 * - `unreadable`  the client was given bytes that are no message
 */
export type Delivery = 'changed' | 'answered' | 'dropped' | 'unreadable';
