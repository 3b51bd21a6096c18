{{- /* The image of Plimsoll: by digest where there is one. */}}
{{- define "plimsoll.image" -}}
{{- with .Values.image -}}
{{ .repository }}{{ if .digest }}@{{ .digest }}{{ else }}:{{ .tag | default $.Chart.AppVersion }}{{ end }}
{{- end -}}
{{- end }}

{{- /* kube-scheduler of the cluster's version, without what its provider appends. */}}
{{- define "plimsoll.kubeSchedulerImage" -}}
{{- with .Values.scheduler.kubeScheduler.image -}}
{{ .repository }}:{{ .tag | default (regexFind "^v[0-9]+[.][0-9]+[.][0-9]+" $.Capabilities.KubeVersion.Version) }}
{{- end -}}
{{- end }}

{{- /* The account of the extender, after which its roles are named: two installations share none. */}}
{{- define "plimsoll.schedulerAccount" -}}
{{- eq .Values.scheduler.mode "second" | ternary "plimsoll-scheduler" "plimsoll-extender" -}}
{{- end }}

{{- /* Where the pods of a role run: (list root role). */}}
{{- define "plimsoll.pod" -}}
{{- $root := first . -}}
{{- $role := last . -}}
{{- $fields := pick $role "priorityClassName" "nodeSelector" "tolerations" "affinity" "topologySpreadConstraints" -}}
{{- with $root.Values.image.pullSecrets }}{{ $_ := set $fields "imagePullSecrets" . }}{{ end -}}
{{- $given := dict -}}
{{- range $field, $value := $fields }}{{ if $value }}{{ $_ := set $given $field $value }}{{ end }}{{ end -}}
{{- with $given }}{{ toYaml . }}{{ end -}}
{{- end }}

{{- /* The annotations of a role's pods: (list root role configuration). A changed configuration replaces them. */}}
{{- define "plimsoll.podAnnotations" -}}
{{- $root := index . 0 -}}
{{- $annotations := deepCopy (index . 1).podAnnotations -}}
{{- if $root.Values.restartOnConfigChange -}}
{{- $_ := set $annotations "checksum/config" (index . 2 | sha256sum) -}}
{{- end -}}
{{- with $annotations }}{{ toYaml . }}{{ end -}}
{{- end }}

{{- /* A file of the chart, with what values change of it: (list root file changes). Without changes, its comments stay. */}}
{{- define "plimsoll.file" -}}
{{- $text := tpl ((index . 0).Files.Get (index . 1)) (index . 0) -}}
{{- with index . 2 -}}
{{ toYaml (mergeOverwrite (fromYaml $text) .) }}
{{- else -}}
{{ $text | trimSuffix "\n" }}
{{- end -}}
{{- end }}

{{- /* What values change of a role's configuration: (list root changes replicas-to-elect). */}}
{{- define "plimsoll.changes" -}}
{{- $root := index . 0 -}}
{{- $election := dict -}}
{{- if ne $root.Release.Namespace "plimsoll" }}{{ $_ := set $election "resourceNamespace" $root.Release.Namespace }}{{ end -}}
{{- if gt (int (index . 2)) 1 }}{{ $_ := set $election "leaderElect" true }}{{ end -}}
{{- $changes := deepCopy (index . 1) -}}
{{- if $election }}{{ $changes = mergeOverwrite (dict "leaderElection" $election) $changes }}{{ end -}}
{{- toYaml $changes -}}
{{- end }}

{{- define "plimsoll.schedulerConfig" -}}
{{- $elected := eq .Values.scheduler.mode "control-plane" | ternary .Values.scheduler.replicas 1 -}}
serve.yaml: |
  {{- include "plimsoll.file" (list . (printf "config/%s/serve.yaml" (eq .Values.scheduler.mode "second" | ternary "second-scheduler" "control-plane")) (include "plimsoll.changes" (list . .Values.scheduler.config $elected) | fromYaml)) | nindent 2 }}
{{- if eq .Values.scheduler.mode "second" }}
scheduler.yaml: |
  {{- include "plimsoll.file" (list . "config/second-scheduler/scheduler.yaml" .Values.scheduler.kubeScheduler.config) | nindent 2 }}
{{- end }}
{{- end }}

{{- define "plimsoll.admissionConfig" -}}
serve.yaml: |
  {{- include "plimsoll.file" (list . (printf "config/admission/%s.yaml" (eq .Values.admission.tls.mode "self" | ternary "self" "files")) (include "plimsoll.changes" (list . .Values.admission.config 1) | fromYaml)) | nindent 2 }}
{{- end }}

{{- define "plimsoll.consoleConfig" -}}
serve.yaml: |
  {{- include "plimsoll.file" (list . "config/console/serve.yaml" .Values.console.config) | nindent 2 }}
{{- end }}

{{- define "plimsoll.advisorArguments" -}}
arguments: |
  {{- include "plimsoll.file" (list . (printf "config/advisor/%s" .Values.advisor.mode) dict) | nindent 2 }}
  {{- range .Values.advisor.arguments }}
  {{ . }}
  {{- end }}
{{- end }}

{{- define "plimsoll.advisorConfigFile" -}}
advisor.yaml: |
  {{- include "plimsoll.file" (list . "config/advisor/advisor.yaml" .Values.advisor.config) | nindent 2 }}
{{- end }}

{{- define "plimsoll.advisorConfig" -}}
{{ include "plimsoll.advisorArguments" . }}
{{ include "plimsoll.advisorConfigFile" . }}
{{- end }}

{{- define "plimsoll.needsPolicies" -}}
{{- if semverCompare "<1.30.0-0" .Capabilities.KubeVersion.Version -}}
{{- fail (printf "admission.enabled and admissionPolicies need Kubernetes 1.30 or newer, and this cluster is %s" .Capabilities.KubeVersion.Version) -}}
{{- end -}}
{{- end }}
