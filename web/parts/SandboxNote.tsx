import { verifierSandbox } from '#/api/people/identity.texts.ts'
import { api } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useRead } from '#/web/kernel/query.ts'

/** Says where answers about identities and cards are made up; nothing where they are real. */
export function SandboxNote() {
  const say = useText()
  const ways = useRead(api.identity.ways, {}, { isQuiet: true })
  return ways.data?.isSandbox ? <span className="k-note">{say(verifierSandbox)}</span> : null
}
