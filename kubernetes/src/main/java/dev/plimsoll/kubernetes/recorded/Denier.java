package dev.plimsoll.kubernetes.recorded;

import dev.plimsoll.kubernetes.version.DefaultPlugin;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The component that denied an object, recognised by the API server's words: a plug-in, a policy or
 * a webhook.
 *
 * <p>Sources: {@code staging/src/k8s.io/apiserver/pkg/admission/plugin} and {@code
 * plugin/pkg/admission}, {@code ErrCallingWebhook} in {@code
 * staging/src/k8s.io/apiserver/pkg/util/webhook/error.go}.
 *
 * @param name such as {@code webhook budget.example.com}
 * @param isModelled whether the model knows its rules, so that it speaks for itself
 * @param isCalled whether the API server got an answer of the webhook; true for all that is no
 *     webhook
 */
public record Denier(String name, boolean isModelled, boolean isCalled) {
  private static final String NOT_CALLED = "failed calling webhook \"([^\"]+)\"";

  /**
   * The pattern of a plug-in's text.
   *
   * @param text where it has a group, that is the name
   */
  private record Words(String plugin, Pattern text) {
    static Words of(String plugin, String text) {
      return new Words(plugin, Pattern.compile(text));
    }

    Optional<Denier> denier(String message) {
      Matcher matcher = text.matcher(message);
      if (!matcher.find()) {
        return Optional.empty();
      }
      String name = matcher.groupCount() == 0 ? "" : " " + matcher.group(1);
      return Optional.of(
          new Denier(plugin + name, isModelled(plugin), !text.pattern().equals(NOT_CALLED)));
    }
  }

  private static final String VALIDATION = "validation";

  /**
   * The words of all deniers, in the order of the checks. A webhook's text is arbitrary and may
   * contain another denier's words, so webhooks come first.
   */
  private static final List<Words> ALL =
      List.of(
          Words.of("webhook", "admission webhook \"([^\"]+)\" denied the request"),
          Words.of("webhook", NOT_CALLED),
          Words.of("ValidatingAdmissionPolicy", "ValidatingAdmissionPolicy '([^']+)' .*denied"),
          Words.of(
              "MutatingAdmissionPolicy", "policy '([^']+)' with binding '[^']+' denied request"),
          Words.of("PodSecurity", "violates PodSecurity \""),
          Words.of("ServiceAccount", "error looking up service account "),
          Words.of("Priority", "no PriorityClass with name .* was found"),
          Words.of("RuntimeClass", "pod rejected: RuntimeClass "),
          Words.of("SecurityContextConstraint", "against any security context constraint"),
          Words.of("NamespaceLifecycle", "because it is being terminated"),
          Words.of("ResourceQuota", "exceeded quota: |failed quota: |status unknown for quota: "),
          Words.of("LimitRanger", "(?:minimum|maximum) \\S+ usage per "),
          Words.of("authorization", "User \"[^\"]*\" cannot "),
          Words.of(VALIDATION, " is invalid: "));

  /** Returns the denier, if the message's words tell. */
  static Optional<Denier> of(String message) {
    return ALL.stream().flatMap(w -> w.denier(message).stream()).findFirst();
  }

  /** Says how it keeps the object away, as a part of a sentence. */
  String how() {
    return isCalled ? name + " denies it" : "the API server cannot call " + name;
  }

  /**
   * Returns the webhook that the API server could not call, if that is why the object isn't there.
   */
  public Optional<String> unreachableWebhook() {
    return isCalled ? Optional.empty() : Optional.of(name.split(" ", 2)[1]);
  }

  /** Returns the kind of the denier, such as {@code ResourceQuota} or {@code webhook}. */
  String plugin() {
    return name.split(" ", 2)[0];
  }

  private static boolean isModelled(String plugin) {
    return plugin.equals(VALIDATION) || DefaultPlugin.isModelled(plugin);
  }
}
