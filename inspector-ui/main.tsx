import { browserPorts, signInPorts } from './backends/browser-ports.ts';
import { addressPort, queryPort } from './backends/page-ports.ts';
import { createServerBackend } from './backends/server.ts';
import { createSignIn, withoutSecrets } from './backends/sign-in.ts';
import { start } from './start.tsx';

const signIn = createSignIn(signInPorts());
const address = withoutSecrets(addressPort, signIn.take, queryPort); // before other code reads the address
start(createServerBackend({ ...browserPorts, signIn }), address);
