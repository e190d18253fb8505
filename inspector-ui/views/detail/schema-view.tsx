import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { parseJson } from '#core/json/parse-json.ts';
import { Loading } from '../../components/loading.tsx';
import { Message } from '../../components/message.tsx';
import { toVisibleLine } from '../../text/visible-segments.ts';
import type { BodyProps } from './body-props.ts';
import type { SchemaRow } from './schema-rows.ts';
import './schema-view.css';

/** The protocol definition of a message, and which of its members are present. Loads the schema tables when shown. */
export function SchemaView({ opened, entry }: Pick<BodyProps, 'opened' | 'entry'>) {
  const schema = useSignal<SchemaRow | 'none' | 'loading' | 'failed'>('loading');
  const version = opened.summary.value.protocolVersion === 2 ? 2 : 1;
  useEffect(() => {
    let isCurrent = true;
    const load = async () => {
      try {
        const { toSchemaRow } = await import('./schema-rows.ts');
        if (isCurrent) schema.value = toSchemaRow(entry.row, parseJson(entry.text ?? ''), version) ?? 'none';
      } catch {
        schema.value = 'failed';
      }
    };
    void load();
    return () => void (isCurrent = false);
  }, [entry, version, schema]);

  const row = schema.value;
  if (row === 'loading') return <Loading />;
  if (row === 'failed') return <Message title="The tables of the protocol could not be loaded" />;
  if (row === 'none')
    return (
      <Message title="No definition speaks of this">
        <p>It is an extension, a method that ACP {version} does not have, or no message.</p>
      </Message>
    );
  return (
    <div class="schema">
      <p class="schema-name">
        {row.what}: <code>{row.name}</code> of ACP {version}
      </p>
      <table class="schema-members">
        <thead>
          <tr>
            <th>member</th>
            <th>type</th>
            <th>here</th>
          </tr>
        </thead>
        <tbody>
          {row.members.map((member) => (
            <tr key={member.name} data-there={member.isThere}>
              <td>
                <code>{member.name}</code>
                {member.isRequired && <span class="aside"> required</span>}
              </td>
              <td>
                <code>{member.type}</code>
                {member.surface && <span class="aside"> {member.surface}</span>}
                {member.salvage && <span class="aside"> · {member.salvage}</span>}
              </td>
              <td>{member.isThere ? 'yes' : member.isRequired ? 'missing' : '–'}</td>
            </tr>
          ))}
          {row.unknown.map((name) => (
            <tr key={`unknown ${name}`} data-there="true">
              <td>
                <code>{toVisibleLine(name)}</code>
              </td>
              <td class="aside">not in the definition</td>
              <td>yes</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
