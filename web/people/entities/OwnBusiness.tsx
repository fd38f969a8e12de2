import { api } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useRead } from '#/web/kernel/query.ts'
import { QueryContent } from '#/web/ui/QueryContent.tsx'
import { Business } from './Business.tsx'
import { texts } from './texts.ts'

/** 我的个体户: the operator's own business, to look at. */
export function OwnBusiness() {
  const say = useText()
  const own = useRead(api.entities.mine, {})
  return (
    <section className="k-card" aria-labelledby="own-business">
      <h2 id="own-business">{say(texts.mine)}</h2>
      <QueryContent query={own} lines={4}>
        {(entities) => (
          <div className="k-stack">
            <p className="k-muted">{say(entities.length === 0 ? texts.mineNone : texts.mineNote)}</p>
            {entities.map((entity) => (
              <Business key={entity.id} entity={entity} />
            ))}
          </div>
        )}
      </QueryContent>
    </section>
  )
}
