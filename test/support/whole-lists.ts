import { configureGlobal } from 'fast-check';

/** By default fast-check makes no list longer than about a dozen items, whatever length a property names. */
configureGlobal({ defaultSizeToMaxWhenMaxSpecified: true });
