import { api } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useRead } from '#/web/kernel/query.ts'
import { can } from '#/web/kernel/session.ts'
import { ActionButton } from '#/web/ui/ActionButton.tsx'
import { onDemand } from '#/web/ui/onDemand.tsx'
import { useOverlay } from '#/web/ui/overlays.tsx'
import { QueryContent } from '#/web/ui/QueryContent.tsx'
import { Business } from './Business.tsx'
import { texts } from './texts.ts'

const MoveDialog = onDemand(async () => (await import('./MoveDialog.tsx')).MoveDialog)

/** The businesses of an operator. Without an active one, a button starts a registration. */
export function EntityPane({ operatorId }: { readonly operatorId: number }) {
  const t = useText()
  const entityQuery = useRead(api.entities.ofOperator, { operatorId }, { keepLast: false })
  const { open: openBegin } = useOverlay((_, close) => <MoveDialog deed="begin" operatorId={operatorId} onClose={close} />)
  return (
    <QueryContent query={entityQuery} lines={6}>
      {({ entities, mayBegin }) => (
        <div className="k-stack">
          {entities.length === 0 ? <p className="k-muted">{t(texts.noBusiness)}</p> : null}
          {can('gth:edit') && !entities.some((entity) => entity.state !== 'cancelled') ? (
            <div className="k-row">
              <ActionButton type="primary" reason={mayBegin} onPress={() => openBegin()}>
                {t(texts.begin)}
              </ActionButton>
              <span className="k-note">{t(texts.law)}</span>
            </div>
          ) : null}
          {entities.map((entity) => (
            <Business key={entity.id} entity={entity} />
          ))}
        </div>
      )}
    </QueryContent>
  )
}
