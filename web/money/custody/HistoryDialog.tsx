import { custodyStateNames } from '#/api/money/custody.texts.ts'
import { api } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useRead } from '#/web/kernel/query.ts'
import { Dialog } from '#/web/ui/Dialog.tsx'
import { QueryContent } from '#/web/ui/QueryContent.tsx'
import { stateTag } from '#/web/ui/StatusTag.tsx'
import type { CustodyCentre } from './CustodyPage.tsx'
import { ProofFacts } from './ProofFacts.tsx'
import { texts } from './texts.ts'

const CustodyTag = stateTag(custodyStateNames, { pending: 'gold', confirmed: 'green', rejected: 'red', replaced: 'grey' })

/** All proofs of a centre, newest first. */
export function HistoryDialog({ centre, onClose }: { readonly centre: CustodyCentre; readonly onClose: () => void }) {
  const t = useText()
  const list = useRead(api.custody.history, { centreId: centre.centreId })
  return (
    <Dialog title={t(texts.historyTitle, { name: centre.centreName })} onClose={onClose}>
      <QueryContent query={list} lines={4}>
        {(proofs) =>
          proofs.length === 0 ? (
            <p className="k-muted">{t(texts.noProofs)}</p>
          ) : (
            <div className="k-stack">
              {proofs.map((proof) => (
                <section key={proof.id} className="k-card">
                  <h2 className="k-row">
                    {t(texts.version)} {proof.version}
                    <CustodyTag state={proof.state} />
                  </h2>
                  <ProofFacts proof={proof} />
                </section>
              ))}
            </div>
          )
        }
      </QueryContent>
    </Dialog>
  )
}
