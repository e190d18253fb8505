/** A script that looks at each frame and passes it. */
export default { frame: (): void => {} };
