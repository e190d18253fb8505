import './comment-text.css';

/** A person's remark on an entry, on one line. */
export const CommentText = ({ text }: { readonly text: string }) => (
  <span class="one-line comment-text" title={text}>
    <span class="visually-hidden">comment: </span>
    {text}
  </span>
);
