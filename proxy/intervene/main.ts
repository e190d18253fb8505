import { createControl } from '#core/intervene/control.ts';
import { createDecider } from '#core/intervene/decide.ts';
import { createFrameFacts, needsMeaning } from '#core/intervene/frame-facts.ts';
import { readHoldTimeout, WATCHER_GRACE_MS } from '#core/intervene/hold-timeout.ts';
import { createHolds } from '#core/intervene/holds.ts';
import { readFault } from '#core/intervene/parse-fault.ts';
import { printFault } from '#core/intervene/print-fault.ts';
import { AcptapError } from '#core/errors.ts';
import { compileRegex } from '../regex/linear-regex.ts';
import { dataFolder } from '../shim/data-folder.ts';
import type { RunArguments } from '../shim/run-arguments.ts';
import type { Strategy } from '../shim/run.ts';
import { writeStderrLine } from '../shim/stderr-line.ts';
import { openControlSocket } from './control-socket.ts';
import { LONG_DELAY_MS } from './frame-reader.ts';
import { forwardFrames } from './forward-frames.ts';
import { startScript } from './script-thread.ts';
import { withScripts, type ScriptsPorts } from './scripts.ts';
import { randomSeed } from './random-seed.ts';

/**
 * The strategy of `run --fault`, `--script`, `--break` and `--interactive`: reads frames, decides, then writes. Resolves with
 * an error text when a fault, a script, a breakpoint or a time is wrong.
 */
export async function takePart(options: RunArguments): Promise<Strategy | { readonly error: string }> {
  const { faults: texts, seed = randomSeed(), breaks, holdTimeout, onTimeout, holdAlone, interactive } = options;
  try {
    const rules = texts.map((text) => readFault(text, compileRegex));
    const timeout = readHoldTimeout(holdTimeout);
    const holds = createHolds(
      { timeout, onTimeout, alone: holdAlone, grace: WATCHER_GRACE_MS },
      compileRegex,
      (breakpoint) => warnUnwatched(breakpoint, interactive),
    );
    for (const filter of breaks) holds.addBreakpoint(filter);
    const faults = createDecider(rules, seed, compileRegex);
    const scripts = await Promise.all(options.scripts.map(startScript));
    // `held` shows the meaning of frames that scripts hold.
    const needMeaning = needsMeaning(rules) || (interactive && scripts.length > 0);
    const seeded = rules.length > 0 ? { seed } : {};
    const beginning = {
      event: 'taking-part',
      faults: rules.map(printFault),
      ...seeded,
      ...(scripts.length > 0 ? { scripts: scripts.map(({ name }) => name) } : {}),
      ...(interactive ? { breakpoints: breaks } : {}),
    };

    const forward: Strategy['forward'] = (agent, recording) => {
      let changed = () => {};
      let update = () => {};
      const now = () => performance.timeOrigin + performance.now();
      const delayed: ScriptsPorts['delayed'] = ({ from: of, bytes }, { offset: from }, wait, why) => {
        if (wait >= LONG_DELAY_MS) recording.spool.delivery({ of, from, to: from + bytes.length, wait, why });
      };
      const wire = forwardFrames(agent, recording, {
        factsOf: createFrameFacts(() => needMeaning || holds.hasBreakpoints()),
        faults,
        holds: scripts.length === 0 ? holds : withScripts(holds, scripts, { update: () => update(), now, delayed }),
        isIdle: () => rules.length === 0 && scripts.length === 0 && holds.isIdle(),
        changed: () => changed(),
        now,
      });
      ({ update } = wire);
      const { id, startedAt } = recording;
      if (!interactive || id === undefined || startedAt === undefined) return wire.outputs;
      const about = { recording: id, name: options.name ?? null, command: options.command, startedAt, ...seeded };
      const socket = openControlSocket(dataFolder(), id, {
        control: createControl({ about, holds, faults, inject: wire.inject, now }),
        watch: holds.watch,
        unwatch: () => holds.unwatch(now()),
        update: wire.update,
      });
      ({ changed } = socket);
      agent.onEnd(socket.close);
      return wire.outputs;
    };
    return { beginning, forward };
  } catch (cause) {
    if (cause instanceof AcptapError) return { error: cause.message };
    throw cause;
  }
}

const warnUnwatched = (breakpoint: string, interactive: boolean): void =>
  writeStderrLine(
    interactive
      ? `a frame that matches "${breakpoint}" passes, because nobody watches: run acptap held --follow or acptap inspect`
      : `a frame that "${breakpoint}" holds passes, because nobody can watch: holds need acptap run --interactive`,
  );
