import { api, type OutputOf } from '#/web/kernel/api.ts'
import type { PictureCalls } from './PictureField.tsx'

/** The data recognised in a picture. */
export type PictureReadings = OutputOf<typeof api.applications.addPicture>['read']

/** Returns the picture calls for one field of an application. */
export function pictureCalls(ticket: string, field: string, onChanged: (read: PictureReadings) => Promise<void>): PictureCalls {
  return {
    url: async (pictureId) => (await api.applications.picture({ ticket, pictureId })).url,
    add: async (file) => onChanged((await api.applications.addPicture({ ticket, field, file })).read),
    remove: async (pictureId) => {
      await api.applications.dropPicture({ ticket, pictureId })
      await onChanged([])
    },
  }
}
