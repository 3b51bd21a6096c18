package dev.plimsoll.advisor.live;

import com.google.gson.JsonObject;

/** The paths of objects in the API. */
final class ApiPaths {
  /** All quotas of the cluster. */
  static final String QUOTAS = "/api/v1/resourcequotas";

  private static final String GROUP = "/apis/plimsoll.dev/v1alpha1";

  private ApiPaths() {}

  /** Returns the path of a quota, or of all in the namespace if the name is empty. */
  static String quota(String namespace, String name) {
    return "/api/v1/namespaces/" + namespace + "/resourcequotas" + under(name);
  }

  static String recommendation(String namespace, String name) {
    return GROUP + "/namespaces/" + namespace + "/quotarecommendations" + under(name);
  }

  static String recommendations() {
    return GROUP + "/quotarecommendations";
  }

  static String request(String namespace, String name) {
    return GROUP + "/namespaces/" + namespace + "/quotarequests" + under(name);
  }

  /** Returns the path of a policy, or of all if the name is empty. */
  static String policy(String name) {
    return GROUP + "/capacitypolicies" + under(name);
  }

  static String events(String namespace) {
    return "/apis/events.k8s.io/v1/namespaces/" + namespace + "/events";
  }

  static String configMap(String namespace, String name) {
    return "/api/v1/namespaces/" + namespace + "/configmaps" + under(name);
  }

  /** Returns the labels of objects that are made here. */
  static JsonObject labels() {
    JsonObject labels = new JsonObject();
    labels.addProperty("app.kubernetes.io/managed-by", "plimsoll");
    return labels;
  }

  private static String under(String name) {
    return name.isEmpty() ? "" : "/" + name;
  }
}
