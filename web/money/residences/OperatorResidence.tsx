import { Link } from 'react-router'
import { residenceGroundNames } from '#/api/money/residences.texts.ts'
import { pageTitles } from '#/api/pages.texts.ts'
import { pages } from '#/api/pages.ts'
import { taxResidenceNames } from '#/api/people/particulars.texts.ts'
import { api } from '#/web/kernel/api.ts'
import { formatDay } from '#/web/kernel/formats.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useRead } from '#/web/kernel/query.ts'
import { can, canOpen } from '#/web/kernel/session.ts'
import { Button } from '#/web/ui/Button.tsx'
import { Facts } from '#/web/ui/Facts.tsx'
import { onDemand } from '#/web/ui/onDemand.tsx'
import { useOverlay } from '#/web/ui/overlays.tsx'
import { ResidenceTag } from './ResidenceTag.tsx'
import { texts } from './texts.ts'

const ProposeDialog = onDemand(async () => (await import('./ProposeDialog.tsx')).ProposeDialog)

/** In the drawer of an operator: the decisions on the tax residence, newest first. */
export function OperatorResidence({ operatorId }: { readonly operatorId: number }) {
  const t = useText()
  const canRead = canOpen('residenceList')
  const residencesQuery = useRead(api.residences.list, { operatorId }, { isEnabled: canRead })
  const { open } = useOverlay<number>((of, close) => <ProposeDialog operatorId={of} onClose={close} />)
  if (!canRead || !residencesQuery.data) return null
  return (
    <section className="k-card">
      <h2 className="k-row k-spread">
        {t(pageTitles.residenceList)}
        <span className="k-row">
          {can('yz:edit') ? (
            <Button size="small" onClick={() => open(operatorId)}>
              {t(texts.propose)}
            </Button>
          ) : null}
          <Link to={pages.residenceList.path}>{t(texts.all)}</Link>
        </span>
      </h2>
      {residencesQuery.data.rows.length === 0 ? <p className="k-muted">{t(texts.empty)}</p> : null}
      <Facts
        rows={residencesQuery.data.rows.map((row) => ({
          label: `${formatDay(row.fromDay)} ${t(taxResidenceNames[row.residence])}`,
          value: (
            <span className="k-row">
              <ResidenceTag state={row.state} />
              <span className="k-note">{row.days === null ? t(residenceGroundNames[row.ground]) : `${t(texts.days)} ${row.days}`}</span>
            </span>
          ),
        }))}
      />
    </section>
  )
}
