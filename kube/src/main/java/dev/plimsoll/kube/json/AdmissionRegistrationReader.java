package dev.plimsoll.kube.json;

import dev.plimsoll.kubernetes.object.GroupResource;
import dev.plimsoll.kubernetes.object.GroupVersionKind;
import dev.plimsoll.kubernetes.object.MatchResources;
import dev.plimsoll.kubernetes.object.MutatingAdmissionPolicy;
import dev.plimsoll.kubernetes.object.MutatingAdmissionPolicyBinding;
import dev.plimsoll.kubernetes.object.PolicyRules;
import dev.plimsoll.kubernetes.object.ValidatingAdmissionPolicy;
import dev.plimsoll.kubernetes.object.ValidatingAdmissionPolicyBinding;
import dev.plimsoll.kubernetes.object.WebhookConfiguration;
import java.util.List;

/** Reads which requests admission webhooks and policies look at. */
final class AdmissionRegistrationReader {
  private static final int DEFAULT_TIMEOUT_SECONDS = 10;

  private AdmissionRegistrationReader() {}

  static WebhookConfiguration validatingWebhooks(Fields object) {
    return webhooks(
        object, WebhookConfiguration.VALIDATING, WebhookConfiguration.VALIDATING_RESOURCE);
  }

  static WebhookConfiguration mutatingWebhooks(Fields object) {
    return webhooks(object, WebhookConfiguration.MUTATING, WebhookConfiguration.MUTATING_RESOURCE);
  }

  private static WebhookConfiguration webhooks(
      Fields object, GroupVersionKind type, GroupResource resource) {
    return new WebhookConfiguration(
        ObjectMetaReader.metadata(object),
        type,
        resource,
        object.list(
            "webhooks",
            w ->
                new WebhookConfiguration.Webhook(
                    w.string("name"),
                    match(w, w.list("rules", AdmissionRegistrationReader::rule)),
                    w.string("failurePolicy", "Fail"),
                    w.integer("timeoutSeconds").orElse(DEFAULT_TIMEOUT_SECONDS),
                    w.object("clientConfig")
                        .optional("service")
                        .map(AdmissionRegistrationReader::service))));
  }

  private static WebhookConfiguration.ServiceReference service(Fields service) {
    return new WebhookConfiguration.ServiceReference(
        service.string("namespace"), service.string("name"));
  }

  static ValidatingAdmissionPolicy policy(Fields object) {
    Fields spec = object.object("spec");
    return new ValidatingAdmissionPolicy(
        ObjectMetaReader.metadata(object),
        constraints(spec.object("matchConstraints")),
        new PolicyRules(
            spec.string("failurePolicy", "Fail"),
            spec.has("paramKind"),
            spec.list("matchConditions", AdmissionRegistrationReader::named),
            spec.list("variables", AdmissionRegistrationReader::named),
            spec.list("validations", AdmissionRegistrationReader::validation),
            !spec.list("auditAnnotations", a -> a).isEmpty()));
  }

  private static PolicyRules.NamedExpression named(Fields fields) {
    return new PolicyRules.NamedExpression(fields.string("name"), fields.string("expression"));
  }

  private static PolicyRules.Validation validation(Fields fields) {
    return new PolicyRules.Validation(
        fields.string("expression"),
        fields.string("message"),
        fields.string("messageExpression"),
        fields.string("reason"));
  }

  static ValidatingAdmissionPolicyBinding binding(Fields object) {
    Fields spec = object.object("spec");
    return new ValidatingAdmissionPolicyBinding(
        ObjectMetaReader.metadata(object),
        spec.string("policyName"),
        spec.has("paramRef"),
        spec.optional("matchResources").map(AdmissionRegistrationReader::constraints),
        spec.strings("validationActions"));
  }

  static MutatingAdmissionPolicy mutatingPolicy(Fields object) {
    Fields spec = object.object("spec");
    return new MutatingAdmissionPolicy(
        ObjectMetaReader.metadata(object),
        constraints(spec.object("matchConstraints")),
        spec.string("failurePolicy", "Fail"));
  }

  static MutatingAdmissionPolicyBinding mutatingBinding(Fields object) {
    Fields spec = object.object("spec");
    return new MutatingAdmissionPolicyBinding(
        ObjectMetaReader.metadata(object),
        spec.string("policyName"),
        spec.optional("matchResources").map(AdmissionRegistrationReader::constraints));
  }

  private static MatchResources constraints(Fields constraints) {
    return match(constraints, constraints.list("resourceRules", AdmissionRegistrationReader::rule));
  }

  private static MatchResources match(Fields fields, List<MatchResources.Rule> rules) {
    return new MatchResources(
        SelectorReader.labels(fields.object("namespaceSelector")),
        SelectorReader.labels(fields.object("objectSelector")),
        rules,
        fields.list("excludeResourceRules", AdmissionRegistrationReader::rule));
  }

  private static MatchResources.Rule rule(Fields rule) {
    return new MatchResources.Rule(
        rule.strings("apiGroups"),
        rule.strings("apiVersions"),
        rule.strings("operations"),
        rule.strings("resources"),
        rule.strings("resourceNames"),
        rule.string("scope", "*"));
  }
}
