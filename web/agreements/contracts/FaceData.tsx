import { faceTexts as texts } from '#/api/agreements/face.texts.ts'
import { api } from '#/web/kernel/api.ts'
import { formatDateTime } from '#/web/kernel/formats.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useRead, useSubmit } from '#/web/kernel/query.ts'
import { ConfirmButton } from '#/web/ui/ConfirmButton.tsx'
import { QueryContent } from '#/web/ui/QueryContent.tsx'

/** 人脸信息: the stored face data of the operator, the wording of each consent, and its withdrawal. */
export function FaceData() {
  const t = useText()
  const detailQuery = useRead(api.contracts.faces, {})
  const withdraw = useSubmit(api.contracts.withdrawFaces)
  return (
    <section className="k-card p-section" aria-labelledby="face-data">
      <h2 id="face-data">{t(texts.title)}</h2>
      <QueryContent query={detailQuery} lines={3}>
        {({ consents, pictures, until, mayWithdraw }) => (
          <div className="k-stack">
            {pictures > 0 ? (
              <p>{t(texts.stored, { count: pictures, day: until ?? '' })}</p>
            ) : (
              <p className="k-muted">{t(consents.length === 0 ? texts.none : texts.empty)}</p>
            )}
            {consents.map(({ centreName, version, text, givenAt, revokedAt }) => (
              <details key={`${centreName} ${givenAt}`}>
                <summary>
                  {centreName} · {t(texts.given, { at: formatDateTime(givenAt), version })}
                  {revokedAt ? ` · ${t(texts.revoked, { at: formatDateTime(revokedAt) })}` : ''}
                </summary>
                <p className="k-note">{text}</p>
              </details>
            ))}
            {mayWithdraw ? (
              <div>
                <ConfirmButton danger effect={t(texts.withdrawMore)} onPress={() => withdraw.submit({})}>
                  {t(texts.withdraw)}
                </ConfirmButton>
              </div>
            ) : null}
          </div>
        )}
      </QueryContent>
    </section>
  )
}
