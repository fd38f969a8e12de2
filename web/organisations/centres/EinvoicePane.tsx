import { type EinvoiceKind, einvoiceKinds } from '#/domain/taxation/einvoice.ts'
import { OpenChanges } from '#/web/access/changes/public.ts'
import { api } from '#/web/kernel/api.ts'
import { formatDateTimeSeconds } from '#/web/kernel/formats.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useRead, useSubmit } from '#/web/kernel/query.ts'
import { can } from '#/web/kernel/session.ts'
import { ActionButton } from '#/web/ui/ActionButton.tsx'
import { Alert } from '#/web/ui/Alert.tsx'
import { Facts } from '#/web/ui/Facts.tsx'
import { Money } from '#/web/ui/Money.tsx'
import { onDemand } from '#/web/ui/onDemand.tsx'
import { useOverlay } from '#/web/ui/overlays.tsx'
import { QueryContent } from '#/web/ui/QueryContent.tsx'
import { texts } from './texts.ts'

const EinvoiceDialog = onDemand(async () => (await import('./EinvoiceDialog.tsx')).EinvoiceDialog)

/** A centre's invoice channel: its settings, its last test, and the quota left at the tax office this month. */
export function EinvoicePane({ centreId, changes }: { readonly centreId: number; readonly changes: Parameters<typeof OpenChanges>[0]['changes'] }) {
  const t = useText()
  const detailQuery = useRead(api.einvoices.get, { centreId })
  const { open: openSettings } = useOverlay((_, close) => (detailQuery.data ? <EinvoiceDialog way={detailQuery.data} onClose={close} /> : null))
  const test = useSubmit(api.einvoices.test)
  return (
    <QueryContent query={detailQuery} lines={6}>
      {(way) => {
        const kind: EinvoiceKind = einvoiceKinds[way.kind]
        const open = Object.entries(kind.fields).filter(([, field]) => !field.isSecret)
        return (
          <div className="k-stack">
            <OpenChanges changes={changes} />
            {kind.isSandbox ? <Alert type="warning" showIcon title={t(texts.einvoiceSandbox)} /> : null}
            {kind.isManual ? <p className="k-note">{t(texts.einvoiceByHand)}</p> : null}
            <Facts
              rows={[
                { label: t(texts.issuingMethod), value: t(kind.name) },
                ...open.map(([key, field]) => ({ label: t(field.name), value: way.settings[key] ?? '' })),
                ...(way.quota === null || way.quotaAt === null
                  ? []
                  : [
                      {
                        label: t(texts.einvoiceQuota),
                        value: (
                          <span>
                            <Money value={way.quota} /> · {formatDateTimeSeconds(way.quotaAt)}
                          </span>
                        ),
                      },
                    ]),
                { label: t(texts.einvoiceSet), value: way.setAt === null ? t(texts.notYet) : `${formatDateTimeSeconds(way.setAt)} · ${way.setBy}` },
                ...(kind.isManual
                  ? []
                  : [
                      {
                        label: t(texts.einvoiceTested),
                        value: way.testedAt === null ? t(texts.notYet) : `${formatDateTimeSeconds(way.testedAt)} · ${way.testResult || t(texts.einvoiceFine)}`,
                      },
                    ]),
              ]}
            />
            {can('centre:edit') ? (
              <span className="k-row">
                <ActionButton reason={way.may.edit} onPress={() => openSettings()}>
                  {t(texts.edit)}
                </ActionButton>
                {kind.isManual ? null : (
                  <ActionButton reason={way.may.edit} onPress={() => test.submit({ centreId })}>
                    {t(texts.testChannel)}
                  </ActionButton>
                )}
              </span>
            ) : null}
          </div>
        )
      }}
    </QueryContent>
  )
}
