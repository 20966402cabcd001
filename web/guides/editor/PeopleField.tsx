import { PeopleSelect } from '../../members/PeopleSelect.tsx'

type Props = { label: string; help?: string; ids: number[]; onChange: (ids: number[]) => void }

/** People of the company by their names. */
export function PeopleField({ help, ...field }: Props) {
  return <PeopleSelect {...field} description={help} most={50} offeredFor="work" />
}
