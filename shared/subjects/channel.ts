/** Channel of changed register rows. Separate from the contract, so that no schemas load with it. */
export const registersChannel = (companyId: number) => `private-company.${companyId}.registers`
export const registersChannelPattern = /^private-company\.(\d+)\.registers$/
