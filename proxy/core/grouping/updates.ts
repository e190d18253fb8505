import { valueAt, isObject, stringAt } from '#core/json/json.ts';
import type { GroupKind } from '#core/model/group.ts';
import { isFinal } from '#core/protocol/tool-call-status.ts';
import { describeMessage } from '#core/trace/describe-message.ts';
import type { ToolCall } from '#core/trace/tool-calls.ts';
import type { TracedMessage } from '#core/trace/trace.ts';
import type { Entry } from '#core/wire/entry.ts';
import { endGroup, type GrowingGroup, type Groups } from './groups.ts';
import { placeOfNewGroup, type OpenGroups } from './open-groups.ts';
import { isFullTitle, appendToTitle, titleText } from './title.ts';

/** Variants with text. Those without `_chunk` hold the whole text (version 2). */
const TEXTS: Readonly<Record<string, GroupKind>> = {
  agent_message_chunk: 'message',
  agent_message: 'message',
  agent_thought_chunk: 'thought',
  agent_thought: 'thought',
  user_message_chunk: 'user-message',
  user_message: 'user-message',
};

const PLANS = new Set(['plan', 'plan_update']);

/** Groups `session/update` notifications, and all messages about tool calls. */
export function createUpdateGrouping(groups: Groups) {
  function apply(
    traced: TracedMessage,
    update: unknown,
    entry: Entry,
    open: OpenGroups,
    session: string,
  ): GrowingGroup {
    const variant = stringAt(update, 'sessionUpdate');
    const kind = variant === undefined || !Object.hasOwn(TEXTS, variant) ? undefined : TEXTS[variant];
    if (kind) return text(kind, update, entry, open, session);
    if (traced.toolCall) return toolCall(traced.toolCall, update, entry, open);
    return variant !== undefined && PLANS.has(variant)
      ? plan(traced, entry, open, session)
      : state(traced, variant, entry, open, session);
  }

  function text(kind: GroupKind, update: unknown, entry: Entry, open: OpenGroups, session: string): GrowingGroup {
    const id = stringAt(update, 'messageId');
    const key = id === undefined ? undefined : `${kind} ${id}`;
    const adjacent = open.text?.kind === kind ? open.text : undefined;
    const before = key === undefined ? adjacent : open.texts.get(key);
    const group = before
      ? groups.extend(before, entry)
      : groups.begin(kind, entry, { ...placeOfNewGroup(open, session), title: '' });
    if (key !== undefined && !before) open.texts.set(key, group);
    const title = group.title ?? '';
    const isWhole = stringAt(update, 'sessionUpdate')?.endsWith('_chunk') === false;
    if (isWhole) group.title = appendToTitle('', titleText(valueAt(update, 'content')));
    else if (!isFullTitle(title)) group.title = appendToTitle(title, titleText(valueAt(update, 'content')));
    open.text = group;
    return group;
  }

  /** Groups a tool call's update or permission request. `patch` is the update; undefined for a permission request. */
  function toolCall(call: ToolCall, patch: unknown, entry: Entry, open: OpenGroups): GrowingGroup {
    const before = open.toolCalls.get(call.id);
    const group = before
      ? groups.extend(before, entry)
      : open.toolCalls.set(call.id, groups.begin('tool-call', entry, placeOfNewGroup(open, call.session)));
    group.title = call.title === undefined ? group.title : appendToTitle('', call.title);
    group.status = call.status;
    if (isFinal(call.status)) {
      if (open.running.delete(group) || !before) endGroup(group, entry.elapsed); // may be its first report
    } else if (!before || patch !== undefined) {
      group.until = undefined; // it may run again
      open.running.add(group);
    }
    for (const terminal of terminalsIn(valueAt(patch, 'content'))) open.terminals.set(terminal, group);
    open.text = undefined;
    return group;
  }

  function plan(traced: TracedMessage, entry: Entry, open: OpenGroups, session: string): GrowingGroup {
    open.text = undefined;
    return (open.plan = open.plan
      ? renamed(groups.extend(open.plan, entry), traced)
      : groups.begin('plan', entry, placeOfNewGroup(open, session)));
  }

  /** Groups any other update. It does not end a text: agents report the use of the context amid a sentence. */
  function state(
    traced: TracedMessage,
    variant: string | undefined,
    entry: Entry,
    open: OpenGroups,
    session: string,
  ): GrowingGroup {
    const { update: last } = open;
    const group =
      last && last.variant === variant
        ? renamed(groups.extend(last.group, entry), traced)
        : groups.begin('update', entry, placeOfNewGroup(open, session));
    open.update = { variant, group };
    return group;
  }

  return { apply, toolCall };
}

/** Replaces the title of a group with the latest of its repeated updates. */
function renamed(group: GrowingGroup, traced: TracedMessage): GrowingGroup {
  group.title = appendToTitle('', describeMessage(traced));
  return group;
}

function* terminalsIn(content: unknown): Generator<string> {
  if (!Array.isArray(content)) return;
  for (const item of content) {
    const id = isObject(item) && item['type'] === 'terminal' ? stringAt(item, 'terminalId') : undefined;
    if (id !== undefined) yield id;
  }
}
