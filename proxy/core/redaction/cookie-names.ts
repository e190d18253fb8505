/** A pattern of the names of session cookies. ACP calls other things `sessionId`. */
export const COOKIE_NAME = String.raw`(?:\w{0,40}SESS(?:ION)?ID|jsessionid|sessionid|ASP\.NET_SessionId|\.AspNetCore\.[\w.]{1,40}|connect\.sid|(?:laravel|ci|_\w{1,40})_session)`;

const COOKIE = new RegExp(`^${COOKIE_NAME}$`);

export const isCookieName = (name: string): boolean => COOKIE.test(name);
