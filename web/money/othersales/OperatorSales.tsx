import { Link } from 'react-router'
import { pageTitles } from '#/api/pages.texts.ts'
import { pages } from '#/api/pages.ts'
import { userType } from '#/domain/base/codes.ts'
import type { Fen } from '#/domain/base/money.ts'
import { api } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useRead } from '#/web/kernel/query.ts'
import { canOpen, useUser } from '#/web/kernel/session.ts'
import { Facts } from '#/web/ui/Facts.tsx'
import { Money } from '#/web/ui/Money.tsx'
import { StatusTag } from '#/web/ui/StatusTag.tsx'
import { SaleTag } from './SaleTag.tsx'
import { texts } from './texts.ts'

const answerTexts = { true: texts.saidYes, false: texts.saidNo, null: texts.notAskedYet } as const

function DeclaredGross({ gross }: { readonly gross: Fen }) {
  const t = useText()
  return gross === 0 ? t(texts.none) : <Money value={gross} />
}

/** In the drawer of an operator: the answers at registration, and the declared and open months. */
export function OperatorSales({ operatorId }: { readonly operatorId: number }) {
  const t = useText()
  const usertype = useUser()?.usertype
  const canRead = canOpen('otherSales') && (usertype === userType.platform || usertype === userType.centre)
  const salesQuery = useRead(api.othersales.ofOperator, { operatorId }, { isEnabled: canRead })
  if (!canRead || !salesQuery.data) return null
  const { months, sellsElsewhere } = salesQuery.data
  return (
    <section className="k-card">
      <h2 className="k-row k-spread">
        {t(pageTitles.otherSales)}
        <Link to={pages.otherSales.path}>{t(texts.open)}</Link>
      </h2>
      <Facts
        columns={2}
        rows={[
          { label: t(texts.saidAtRegistration), value: t(answerTexts[`${sellsElsewhere}`]) },
          ...months.map(({ month, sale, isRequested }) => ({
            label: month,
            value: (
              <span className="k-row">
                {sale ? <DeclaredGross gross={sale.gross} /> : null}
                {isRequested ? <StatusTag tone="red">{t(texts.asked)}</StatusTag> : sale ? <SaleTag state={sale.state} /> : null}
              </span>
            ),
          })),
        ]}
      />
    </section>
  )
}
