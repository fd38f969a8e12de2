import { useState } from 'react'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { formatDateTime } from '#/web/kernel/formats.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useRead, useSubmit } from '#/web/kernel/query.ts'
import { factorTexts } from '#/web/parts/factor/factor.texts.ts'
import { useProvedSubmit } from '#/web/parts/proof/useProvedSubmit.ts'
import { ActionButton } from '#/web/ui/ActionButton.tsx'
import { Button } from '#/web/ui/Button.tsx'
import { confirm } from '#/web/ui/confirm.ts'
import { onDemand } from '#/web/ui/onDemand.tsx'
import { QueryContent } from '#/web/ui/QueryContent.tsx'
import { ReasonDialog } from '#/web/ui/ReasonDialog.tsx'
import { texts } from './texts.ts'

type Passkey = OutputOf<typeof api.profile.passkeys>['rows'][number]

const AddPasskeyDialog = onDemand(async () => (await import('#/web/parts/factor/AddPasskeyDialog.tsx')).AddPasskeyDialog)

function RenameDialog({ passkey, onClose }: { readonly passkey: Passkey; readonly onClose: () => void }) {
  const t = useText()
  const rename = useSubmit(api.profile.renamePasskey, { onDone: onClose })
  return (
    <ReasonDialog
      title={t(texts.passkeyRename)}
      onClose={onClose}
      confirmText={t(texts.passkeyRename)}
      onConfirm={({ reason }) => void rename.submit({ passkeyId: passkey.id, name: reason })}
      submission={rename}
      reason={{ label: t(factorTexts.passkeyName), hint: '', least: 1, most: 40 }}
    >
      <p>{passkey.name}</p>
    </ReasonDialog>
  )
}

/** The passkeys of the account: add, rename, remove. */
export function PasskeysCard() {
  const t = useText()
  const passkeys = useRead(api.profile.passkeys, {})
  const [isAdding, setAdding] = useState(false)
  const [renamed, setRenamed] = useState<Passkey | null>(null)
  const remove = useProvedSubmit(api.profile.removePasskey)
  const confirmRemoval = (row: Passkey) =>
    confirm({
      title: t(texts.passkeyRemoveAsk, { name: row.name }),
      okText: t(texts.passkeyRemove),
      isDangerous: true,
      onOk: () => remove.submit({ passkeyId: row.id }),
    })
  return (
    <section className="k-card" aria-label={t(texts.passkeys)}>
      <div className="p-card-head">
        <h2>{t(texts.passkeys)}</h2>
      </div>
      <QueryContent query={passkeys} lines={2}>
        {({ isPossible, rows }) => (
          <div className="k-stack">
            {rows.length === 0 ? (
              <p className="k-note">{t(texts.passkeysNone)}</p>
            ) : (
              <ul className="p-lines" aria-label={t(texts.passkeys)}>
                {rows.map((row) => (
                  <li key={row.id}>
                    <div>
                      {row.name}
                      <div className="k-note">
                        {t(texts.passkeySince, { at: formatDateTime(row.since) })}
                        {row.usedAt ? ` · ${t(texts.passkeyUsed, { at: formatDateTime(row.usedAt) })}` : null}
                      </div>
                    </div>
                    <span className="k-row">
                      <Button size="small" onClick={() => setRenamed(row)}>
                        {t(texts.passkeyRename)}
                      </Button>
                      <Button size="small" danger onClick={() => confirmRemoval(row)}>
                        {t(texts.passkeyRemove)}
                      </Button>
                    </span>
                  </li>
                ))}
              </ul>
            )}
            <div>
              <ActionButton reason={isPossible ? '' : t(texts.passkeyNoSite)} onPress={() => setAdding(true)}>
                {t(factorTexts.addPasskey)}
              </ActionButton>
            </div>
          </div>
        )}
      </QueryContent>
      {isAdding ? <AddPasskeyDialog onClose={() => setAdding(false)} /> : null}
      {renamed ? <RenameDialog passkey={renamed} onClose={() => setRenamed(null)} /> : null}
    </section>
  )
}
