import { verifierMissing, verifierSandbox } from '#/api/people/identity.texts.ts'
import { api } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useRead } from '#/web/kernel/query.ts'

/** Warns when identity and card checks are simulated or unavailable. Renders nothing when they are real. */
export function SandboxNote() {
  const t = useText()
  const verifierQuery = useRead(api.identity.ways, {})
  if (!verifierQuery.data || (verifierQuery.data.isVerifying && !verifierQuery.data.isSandbox)) return null
  return <span className="k-note">{t(verifierQuery.data.isSandbox ? verifierSandbox : verifierMissing)}</span>
}
