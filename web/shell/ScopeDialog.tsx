import { Form, Select } from 'antd'
import { useState } from 'react'
import { useText } from '#/web/kernel/i18n.ts'
import { leaveFlash } from '#/web/kernel/notices.ts'
import type { WorkScope } from '#/web/kernel/scope.ts'
import { modesOf, session } from '#/web/kernel/session.ts'
import { Dialog } from '#/web/ui/Dialog.tsx'
import { modeNames, texts } from './texts.ts'

/** Chooses another centre or mode, stores the choice and loads the page afresh (specification §4, Switching). A chunk of its own. */
export function ScopeDialog({ scope, onClose }: { scope: WorkScope; onClose: () => void }) {
  const say = useText()
  const [centreId, setCentreId] = useState(scope.centre?.id ?? 0)
  const [wantedMode, setMode] = useState(scope.mode)
  const centre = scope.centres.find((each) => each.id === centreId) ?? scope.centre
  const modes = centre ? modesOf(centre.isdz) : scope.modes
  const mode = modes.includes(wantedMode) ? wantedMode : (modes[0] ?? 1)
  const nameOf = (each: number) => say(modeNames[each] ?? { zh: String(each), en: String(each), es: String(each), ja: String(each) })
  const apply = () => {
    if (centre) session.setCentreId(centre.id)
    session.setMode(mode)
    leaveFlash('success', say(texts.switched, { centre: centre?.name ?? '', mode: nameOf(mode) }))
    location.reload()
  }
  const isSame = centre?.id === scope.centre?.id && mode === scope.mode
  return (
    <Dialog
      title={say(scope.canChooseCentre ? texts.switchScope : texts.switchMode)}
      isOpen
      onClose={onClose}
      width={460}
      confirm={{ text: say(texts.switchNow), onPress: apply, isDisabled: isSame }}
    >
      <Form layout="vertical">
        {scope.canChooseCentre ? (
          <Form.Item label={say(texts.centre)}>
            <Select
              aria-label={say(texts.centre)}
              value={centreId}
              onChange={setCentreId}
              options={scope.centres.map((each) => ({ value: each.id, label: each.name }))}
            />
          </Form.Item>
        ) : null}
        <Form.Item label={say(texts.mode)}>
          <Select aria-label={say(texts.mode)} value={mode} onChange={setMode} options={modes.map((each) => ({ value: each, label: nameOf(each) }))} />
        </Form.Item>
      </Form>
      <p className="k-note">{say(texts.switchNote)}</p>
    </Dialog>
  )
}
