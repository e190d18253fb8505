/** Codes of error objects of JSON-RPC 2.0, section 5.1. */
export const PARSE_ERROR = -32700;
export const INVALID_REQUEST = -32600;
export const METHOD_NOT_FOUND = -32601;
export const INVALID_PARAMS = -32602;
export const INTERNAL_ERROR = -32603;

/** Codes that ACP adds. */
export const RESOURCE_NOT_FOUND = -32002;
export const UNSUPPORTED_VERSION = -32022;
export const REQUEST_CANCELLED = -32800;
