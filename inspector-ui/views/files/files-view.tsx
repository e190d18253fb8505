import { useSignal, type Signal } from '@preact/signals';
import { useCallback, useEffect, useMemo } from 'preact/hooks';
import type { FilesWindow } from '#core/model/files.ts';
import { formatCount, formatCounted } from '../../text/size.ts';
import { toVisibleLine } from '../../text/visible-segments.ts';
import { createFolds, type CardContext } from '../conversation/card-context.ts';
import { toHiddenText } from '../filter/hidden-rows.ts';
import { WatchedPage } from '../stats/watched-page.tsx';
import type { ViewProps } from '../view.ts';
import { FileSection } from './file-section.tsx';
import { isFile, toFilesHead } from './files-rows.ts';
import { readFiles } from './read-files.ts';
import './files-view.css';

/** Files fetched at first, and with each press of the button for more. */
const PAGE = 100;

/** So many files show their operations at once. */
const FEW = 4;

/** The agent's reads, proposals, permissions and writes, by file. Find opens all listed files. */
export function FilesView(props: ViewProps) {
  const { inspector, opened } = props;
  const { backend } = inspector;
  const folder = useSignal('');
  const count = useSignal(PAGE);
  const folders = useSignal<readonly string[]>([]);
  const unfolded = useSignal<ReadonlyMap<string, boolean>>(new Map());
  const q = opened.look.q.value;
  const fetch = useCallback(
    async (recording: string, signal: AbortSignal) => {
      const ask = (from: number, most: number) =>
        backend.files(recording, { q, folder: folder.value, from, count: most }, signal);
      const window = await readFiles(ask, count.peek(), inspector.router.route.peek().file);
      folders.value = window.folders;
      return window;
    },
    [backend, q, folder.value],
  );
  const choose = (event: Event) => {
    if (event.currentTarget instanceof HTMLSelectElement) folder.value = event.currentTarget.value;
  };
  return (
    <section class="fill-column" aria-label="Files" data-testid="files">
      {folders.value.length > 1 && (
        <label class="aside head-line folder-choice">
          Folder
          <select class="raised" value={folder.value} onChange={choose}>
            <option value="">all {formatCounted(folders.value.length, 'folder')}</option>
            {folders.value.map((each) => (
              <option key={each} value={each}>
                {toVisibleLine(each)}
              </option>
            ))}
          </select>
        </label>
      )}
      <WatchedPage {...props} name="The files" fetch={fetch}>
        {(window, again) => (
          <FileList
            {...props}
            window={window}
            unfolded={unfolded}
            onMore={(most) => {
              count.value = most;
              again();
            }}
          />
        )}
      </WatchedPage>
    </section>
  );
}

interface FileListProps extends ViewProps {
  readonly window: FilesWindow;
  /** Files that the user opened or closed. */
  readonly unfolded: Signal<ReadonlyMap<string, boolean>>;
  /** Fetches at least so many files, and the file in the address. */
  readonly onMore: (count: number) => void;
}

function FileList({ inspector, opened, window, unfolded, onMore }: FileListProps) {
  const named = inspector.router.route.value.file;
  const folds = useMemo(createFolds, [opened]);
  const isSearched = opened.find.isOpen.value && opened.find.text.value !== '';
  const context: CardContext = {
    recording: opened.recording,
    isLive: opened.isLive.value,
    held: inspector.takingPart.heldEntries(opened.recording),
    isWide: false,
    folds,
    ...(isSearched && { sought: opened.find.text.value }),
    open: (seq) => inspector.inspect(seq),
  };
  const { summary, warnings, limits } = toFilesHead(window);
  const { files, total, unfiltered } = window;
  useEffect(() => {
    if (named !== undefined && files.length < total && !files.some(({ path }) => isFile(path, named)))
      onMore(files.length);
  }, [named]);
  useEffect(() => {
    if (isSearched) unfolded.value = new Map([...files.map(({ path }) => [path, true] as const), ...unfolded.peek()]);
  }, [isSearched, files]);
  const narrowing = { applied: opened.look.applied.value, range: opened.look.range.value };
  return (
    <>
      <h2 class="visually-hidden">Files</h2>
      <p class="files-summary" role="status">
        {unfiltered === 0 ? 'No file was read, proposed or written.' : summary}
      </p>
      {warnings.map((text) => (
        <p key={text} class="warning-line files-warning">
          {text}
        </p>
      ))}
      {limits.map((text) => (
        <p key={text} class="aside">
          {text}
        </p>
      ))}
      {total === 0 && unfiltered > 0 && (
        <p class="paragraph">
          {toHiddenText(unfiltered, 'file', narrowing)}{' '}
          <button type="button" class="plain-button" onClick={opened.look.clear}>
            Show all
          </button>
        </p>
      )}
      {files.map((row) => (
        <FileSection
          key={row.path}
          inspector={inspector}
          opened={opened}
          context={context}
          row={row}
          q={opened.look.q.value}
          isNamed={isFile(row.path, named)}
          isOpen={unfolded.value.get(row.path) ?? (isFile(row.path, named) || total <= FEW)}
          onToggle={(isOpen) => (unfolded.value = new Map(unfolded.value).set(row.path, isOpen))}
        />
      ))}
      {total > files.length && (
        <button type="button" class="plain-button" onClick={() => onMore(files.length + PAGE)}>
          {formatCounted(total - files.length, 'more file')}
        </button>
      )}
      {total > files.length && isSearched && (
        <p class="aside">Find searches the {formatCount(files.length)} files above.</p>
      )}
    </>
  );
}
