import { Message } from '../../components/message.tsx';

/** The page of a tab without the token. Disappears when another tab signs in. */
export const SignInPage = () => (
  <main class="sign-in">
    <h1 class="visually-hidden">acptap</h1>
    <Message title="Not signed in">
      <p>
        Open the link that <code>acptap inspect</code> printed, in this tab or another. It ends in <code>#token=…</code>
      </p>
      <p>A link of an earlier start does not work. For a new one start the inspector again.</p>
    </Message>
  </main>
);
