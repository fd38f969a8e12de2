import { api } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useRead } from '#/web/kernel/query.ts'
import { Checkbox } from '#/web/ui/Checkbox.tsx'
import { QueryContent } from '#/web/ui/QueryContent.tsx'
import { useUrlState } from '#/web/ui/useUrlState.ts'
import { Business } from './Business.tsx'
import { texts } from './texts.ts'

/** 我的个体户: the operator's own business, read-only. */
export function OwnBusiness() {
  const t = useText()
  const [{ isNow }, change] = useUrlState({ isNow: false })
  const business = useRead(api.entities.mine, isNow ? { isNow } : {})
  return (
    <section className="k-card" aria-labelledby="own-business">
      <h2 id="own-business">{t(texts.mine)}</h2>
      <Checkbox checked={isNow} onChange={(event) => change({ isNow: event.target.checked })}>
        {t(texts.onlyNow)}
      </Checkbox>
      <QueryContent query={business} lines={4}>
        {(entities) => (
          <div className="k-stack">
            <p className="k-muted">{t(entities.length > 0 ? texts.mineNote : isNow ? texts.noneNow : texts.mineNone)}</p>
            {entities.map((entity) => (
              <Business key={entity.id} entity={entity} />
            ))}
          </div>
        )}
      </QueryContent>
    </section>
  )
}
