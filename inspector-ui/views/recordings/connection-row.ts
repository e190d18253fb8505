import type { Connection } from '../../backends/backend.ts';
import { formatClock } from '../../text/time.ts';

/** Texts about the connection: a word for the corner, and a sentence if the data may be out of date. */
export interface ConnectionRow {
  readonly status: 'connecting' | 'live' | 'offline';
  readonly label: string;
  readonly banner: string;
  readonly canRetry: boolean;
}

export function toConnectionRow(connection: Connection): ConnectionRow {
  switch (connection.kind) {
    case 'live':
      return { status: 'live', label: 'Connected', banner: '', canRetry: false };
    case 'file':
      return { status: 'live', label: 'In this file', banner: '', canRetry: false };
    case 'connecting':
      return { status: 'connecting', label: 'Connecting…', banner: '', canRetry: false };
    case 'refused':
      return {
        status: 'offline',
        label: 'Not signed in',
        banner: 'The inspector was started anew. Open the link that `acptap inspect` printed, in this tab or another.',
        canRetry: true,
      };
    case 'offline':
      return {
        status: 'offline',
        label: 'Offline',
        banner: `The server does not answer. You see its state of ${formatClock(connection.since).slice(0, 8)}; the page keeps trying.`,
        canRetry: true,
      };
  }
}
