import { fields, type Field } from '#core/filter/fields.ts';
import { table } from './table.ts';

/** The output of `acptap help filter`: the filter language on one screen. */
export const filterHelp =
  (): string => `A filter selects entries. It is used in show, check and export --filter, in search, and in the inspector.

  words side by side must all match      method:session/* from:agent
  or, not, - for not, ( )                (status:error or has:error) -kind:stderr
  a bare word, or several in quotes      "not found"    in method, summary or text; ignores case
  /a regex/ with flags i, m, s           /token (expired|revoked)/i    in the text
  field:value, * for any characters      tool:*edit* update:tool_call*
  numbers: > >= < <= and from..to        dur:>500ms size:64k..1M t:1:30..2:00 seq:10..20

${indented(table(fields.map((field) => [`${field.name}:`, meaningOf(field)])))}
A number alone stands for all numbers that are written like it: dur:2s is from 2 to below 3 seconds. field:* selects entries that
have the field.
k and M are powers of 1024. Without a unit, dur is in milliseconds, t in seconds, size in bytes.
Regexes are those of RE2: as in JavaScript, without look-around and back-references.
Put a filter that begins with - after --: acptap search -- '-kind:stderr refused'. Put quotes around a text with spaces or a colon,
and around a path, which would be read as a regex.
`;

const meaningOf = ({ kind, about, values }: Field): string => {
  if (values.length === 0) return about;
  return kind === 'closed' ? `${about}: ${values.join(', ')}` : `${about}; ${values.slice(0, 3).join(', ')}`;
};

const indented = (text: string) => text.replace(/^(?=.)/gm, '  ');
