# The published artifacts: DATA if it is named, else a folder of this checkout.
data:
	@sh reports/fetch.sh $(if $(filter command environment,$(origin DATA)),$(DATA),data)

## make data         fetch the published artifacts into data/ and check every file

.PHONY: data
