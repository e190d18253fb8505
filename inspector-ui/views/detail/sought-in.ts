import type { BodyProps } from './body-props.ts';

/** The text that led to this entry, by Find or by the search in all recordings; empty if none did. */
export const soughtIn = ({ inspector, opened, entry }: BodyProps): string =>
  opened.find.soughtIn(entry) || inspector.search.soughtIn(opened.recording, entry);
