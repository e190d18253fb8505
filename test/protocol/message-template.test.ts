import { describe, expect, test } from 'vitest';
import { isObject } from '#core/json/json.ts';
import { hasNoIssues } from '#core/protocol/has-no-issues.ts';
import { tablesOf } from '#core/protocol/schema-of-version.ts';
import { templateMethods, toTemplate } from '#core/protocol/message-template.ts';

describe.each([1, 2] as const)('templates of version %i', (version) => {
  test.each(['client', 'agent'] as const)('are messages that the schema allows the %s', (from) => {
    const { requests, notifications } = tablesOf(version);
    const methods = templateMethods(from, version);
    const wrong = methods.filter((method) => {
      const shape = requests[from].get(method) ?? notifications[from].get(method);
      const template: unknown = JSON.parse(toTemplate(from, method, version));
      return !shape || !isObject(template) || !hasNoIssues(shape, template['params']);
    });
    expect(wrong).toEqual([]);
    expect(methods).toContain(from === 'client' ? 'session/prompt' : 'session/update');
  });
});
