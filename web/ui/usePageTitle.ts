import { createContext, useContext, useEffect } from 'react'

/** Set by the frame around each visited page. Changes the title of the page's tab and of the document. */
export const TitleContext = createContext<(title: string) => void>(() => undefined)

/** Sets the title of the page's tab and of the document (e.g. a batch number) once it is known. */
export function usePageTitle(title: string | undefined): void {
  const setTitle = useContext(TitleContext)
  useEffect(() => {
    if (title) setTitle(title)
  }, [title, setTitle])
}
