import { isAbsolute } from '#core/text/is-absolute.ts';
import { stringAt } from '#core/json/json.ts';
import type { EntryDetail, EntryRow } from '#core/model/row.ts';
import { readsFile, writesFile } from '#core/protocol/method-traits.ts';
import { InnerLink } from '../../components/inner-link.tsx';
import type { Inspector } from '../../state/shell/inspector.ts';
import type { OpenedRecording } from '../../state/shell/opened-recording.ts';
import { renderRoute } from '../../state/page/route.ts';
import { jsonProblem } from '../../text/json-source.ts';
import { toVisibleLine } from '../../text/visible-segments.ts';
import { useEntry } from './use-entry.ts';

interface FactProps {
  readonly inspector: Inspector;
  readonly opened: OpenedRecording;
}

/** The file that an entry reads or writes, as a link to it in the view Files. A response names the file in its request. */
export function FileFact({ row, ...props }: FactProps & { readonly row: EntryRow }) {
  const { value: shown } = props.opened.detail.detail;
  if (!readsFile(row.method) && !writesFile(row.method)) return null;
  if (row.kind !== 'request')
    return row.pair === null ? null : <FileOfAnswer key={row.pair} {...props} pair={row.pair} />;
  return shown.kind === 'ready' && shown.seq === row.seq ? <FileLink {...props} request={shown.entry} /> : null;
}

function FileOfAnswer({ pair, ...props }: FactProps & { readonly pair: number }) {
  const request = useEntry(props.inspector.backend, props.opened.recording, pair).value;
  return request.kind === 'ready' ? <FileLink {...props} request={request.entry} /> : null;
}

function FileLink({ inspector, opened, request }: FactProps & { readonly request: EntryDetail }) {
  const file = pathIn(request.text);
  if (file === undefined) return null;
  const route = { recording: opened.recording, view: 'files', file } as const;
  return (
    <div class="detail-fact">
      <dt>file</dt>
      <dd title={toVisibleLine(file)}>
        <InnerLink class="file-link" href={renderRoute(route)} onFollow={() => inspector.router.go(route)}>
          <bdi>{toVisibleLine(file)}</bdi>
        </InnerLink>
      </dd>
    </div>
  );
}

/** The absolute path in a request. Files lists relative ones with the folder of their session. */
function pathIn(text: string | null): string | undefined {
  if (text === null || jsonProblem(text) !== undefined) return undefined;
  const path = stringAt(JSON.parse(text), 'params', 'path');
  return path !== undefined && isAbsolute(path) ? path : undefined;
}
