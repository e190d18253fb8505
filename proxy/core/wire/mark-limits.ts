/** The longest name that a person gives a recording, in characters: lists show it in a line. */
export const MAX_NAME = 200;

/** The longest comment on a recording, in characters: lists show it with the recording. */
export const MAX_COMMENT = 2000;
