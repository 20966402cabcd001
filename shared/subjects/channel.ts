/** Where everybody who may read registers hears that rows of them have changed; apart from the contract, so that no schemas come with it. */
export const registersChannel = (companyId: number) => `private-company.${companyId}.registers`
export const registersChannelPattern = /^private-company\.(\d+)\.registers$/
