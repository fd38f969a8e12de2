import assert from 'node:assert/strict'
import { test } from 'node:test'
import { programSources } from '#/tools/sources.ts'

// Every failed call must show its message for five seconds (specification §8).

/** Files with a call that shows no message when it fails, with the reason. */
const quietFiles: Readonly<Record<string, string>> = {
  'web/kernel/api.ts': 'the option itself',
  'web/kernel/query.ts': 'repeats of a read that no user asked for; the first read is never quiet',
  'web/kernel/early.ts': 'a failed early read is asked for again, and that one shows its message',
  'web/kernel/account.ts': 'the route guard shows the message',
  'web/kernel/account-settings.ts': 'a setting that could not be stored stays in this browser and is sent again at the next start',
  'web/shell/LockScreen.tsx': 'shows the message at its field; notices are hidden while the screen is locked',
  'web/access/auth/entry.ts': 'sign-in shows the message with 0000 after it',
  'web/access/auth/LoginPage.tsx': 'asks whether this is a demo: elsewhere the refusal is the answer',
  'web/access/auth/SandboxNote.tsx': 'asks whether this is a sandbox: elsewhere the refusal is the answer',
  'web/agreements/signing/SigningResult.tsx': 'asks every second: the page shows that there is no answer',
  'web/agreements/signing/Steps.tsx': 'asks whether this is a sandbox: elsewhere the refusal is the answer',
  'web/onboarding/applications/SandboxText.tsx': 'asks whether this is a sandbox: elsewhere the refusal is the answer',
  'web/onboarding/applications/useApplication.ts': 'repeats of a read that no user asked for; the first read is never quiet',
  'web/shell/sign-out.ts': 'the session ends here whatever the server answers',
  'web/shell/ErrorLog.tsx': 'reports a fault: a failure of the report would report itself',
}

test('only the listed files make calls whose failure shows no notice', () => {
  const usingPaths = programSources.filter(({ path, text }) => path.startsWith('web/') && text.includes('isQuiet')).map(({ path }) => path)
  assert.deepEqual(usingPaths.sort(), Object.keys(quietFiles).sort())
})
