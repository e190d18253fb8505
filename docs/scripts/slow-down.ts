// Delays every frame by 300 ms, or by $SLOW_MS. Does the editor show that it waits?
import { defineScript } from 'acptap/script';

const ms = Number(process.env['SLOW_MS'] ?? 300);

export default defineScript({
  frame: (_frame, wire) => wire.delay(ms),
});
