package dev.plimsoll.admission.review;

import dev.plimsoll.kube.json.DecodeException;
import dev.plimsoll.kube.json.Fields;
import dev.plimsoll.kube.json.JsonPruning;
import dev.plimsoll.kube.json.JsonTree;
import dev.plimsoll.kube.json.JsonTreeReader;
import dev.plimsoll.kube.json.MalformedJsonException;
import dev.plimsoll.kube.json.ObjectReader;
import dev.plimsoll.kubernetes.object.AdmissionRequest;
import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.GroupResource;
import dev.plimsoll.kubernetes.object.GroupVersionKind;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.CharacterCodingException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * An AdmissionReview as it comes in; {@code v1} and {@code v1beta1} read alike.
 *
 * <p>Source: {@code staging/src/k8s.io/api/admission/v1/types.go}.
 */
final class IncomingReview {
  static final String KIND = "AdmissionReview";
  private static final Set<String> API_VERSIONS =
      Set.of("admission.k8s.io/v1", "admission.k8s.io/v1beta1");
  private static final Pattern API_VERSION =
      Pattern.compile("admission\\.k8s\\.io/v[0-9a-z]{1,20}");
  private static final Pattern UID = Pattern.compile("[!-~]{1,253}");
  private static final int LONGEST_PROBLEM = 500;

  private final String apiVersion;
  private final String uid;
  private final JsonTree request;

  private IncomingReview(String apiVersion, String uid, JsonTree request) {
    this.apiVersion = apiVersion;
    this.uid = uid;
    this.request = request;
  }

  /**
   * Reads a body.
   *
   * @throws InvalidReviewException if it can't be answered as an AdmissionReview
   * @throws IOException if the caller goes away
   */
  static IncomingReview read(InputStream body) throws InvalidReviewException, IOException {
    JsonTree review = tree(body);
    try {
      Fields fields = Fields.of(review);
      String apiVersion = fields.string("apiVersion");
      if (!fields.string("kind").equals(KIND) || !API_VERSION.matcher(apiVersion).matches()) {
        throw new InvalidReviewException("the body is no AdmissionReview of admission.k8s.io");
      }
      String uid = fields.object("request").string("uid");
      if (!UID.matcher(uid).matches()) {
        throw new InvalidReviewException("the AdmissionReview has no request.uid, or no valid one");
      }
      return new IncomingReview(apiVersion, uid, review.object("request"));
    } catch (DecodeException e) {
      throw unreadable(e);
    }
  }

  private static JsonTree tree(InputStream body) throws InvalidReviewException, IOException {
    try (JsonTreeReader reader = new JsonTreeReader(body, JsonPruning.NONE)) {
      if (reader.nextDocument() && reader.isObject()) {
        return reader.object();
      }
      throw new InvalidReviewException("the body is no JSON object");
    } catch (MalformedJsonException | EOFException | CharacterCodingException e) {
      throw new InvalidReviewException("the body is no JSON object");
    }
  }

  /** Returns the version that the answer must have, too. */
  String apiVersion() {
    return apiVersion;
  }

  /** Returns the UID that the answer must have, too. */
  String uid() {
    return uid;
  }

  /**
   * Returns the namespaces that it names; none where it is of something that has none.
   *
   * @throws InvalidReviewException if they can't be read
   */
  Set<String> namespaces() throws InvalidReviewException {
    checkVersion();
    try {
      Fields fields = Fields.of(request);
      Set<String> namespaces = new TreeSet<>();
      namespaces.add(fields.string("namespace"));
      for (String name : List.of("object", "oldObject")) {
        if (fields.isObject(name)) {
          namespaces.add(fields.object(name).object("metadata").string("namespace"));
        }
      }
      namespaces.remove("");
      return namespaces;
    } catch (DecodeException e) {
      throw unreadable(e);
    }
  }

  private void checkVersion() throws InvalidReviewException {
    if (!API_VERSIONS.contains(apiVersion)) {
      throw new InvalidReviewException(
          "the AdmissionReview can't be read: it is of "
              + apiVersion
              + ", not of admission.k8s.io/v1 or admission.k8s.io/v1beta1");
    }
  }

  /**
   * Returns the request; empty if it stores nothing, as with deletions.
   *
   * @throws InvalidReviewException if the objects aren't there, or not what the request says
   */
  Optional<AdmissionRequest> request() throws InvalidReviewException {
    checkVersion();
    try {
      return readRequest();
    } catch (DecodeException e) {
      throw unreadable(e);
    }
  }

  /** Returns whether a server-side apply has ever changed the object: the request may be one. */
  boolean isApplied() {
    return request.object("object").object("metadata").objects("managedFields").stream()
        .anyMatch(f -> f.text("operation").equals("Apply"));
  }

  private static InvalidReviewException unreadable(DecodeException e) {
    String problem = String.valueOf(e.getMessage()).replaceAll("[\\p{Cc}\\p{Zl}\\p{Zp}]+", " ");
    return new InvalidReviewException(
        "the AdmissionReview can't be read: "
            + (problem.length() > LONGEST_PROBLEM
                ? problem.substring(0, LONGEST_PROBLEM) + "…"
                : problem));
  }

  private Optional<AdmissionRequest> readRequest() {
    Fields fields = Fields.of(request);
    String subresource = fields.string("subResource");
    boolean dryRun = fields.bool("dryRun");
    return switch (fields.string("operation")) {
      case "CREATE" ->
          Optional.of(
              new AdmissionRequest(
                  AdmissionRequest.Operation.CREATE,
                  object("object"),
                  Optional.empty(),
                  subresource,
                  dryRun));
      case "UPDATE" ->
          Optional.of(
              new AdmissionRequest(
                  AdmissionRequest.Operation.UPDATE,
                  object("object"),
                  Optional.of(object("oldObject")),
                  subresource,
                  dryRun));
      case "DELETE", "CONNECT" -> Optional.empty();
      default -> throw fields.error("operation", "is \"" + fields.string("operation") + "\"");
    };
  }

  private ApiObject object(String name) {
    Fields fields = Fields.of(request);
    GroupVersionKind type = type(fields.object("kind"));
    if (!fields.isObject(name)) {
      throw fields.error(name, "is missing");
    }
    Fields object = fields.object(name);
    GroupVersionKind own = GroupVersionKind.of(object.string("apiVersion"), object.string("kind"));
    if (!own.equals(type)) {
      throw fields.error(
          name, "is a " + text(own) + ", not a " + text(type) + " as request.kind says");
    }
    Fields plural = fields.object("resource");
    GroupResource resource = new GroupResource(plural.string("group"), plural.string("resource"));
    ApiObject read = ObjectReader.read(request.object(name), type, resource);
    if (!read.resource().equals(resource)) {
      throw fields.error(name, "is a " + text(own) + ", which is not of " + resource);
    }
    return read;
  }

  private static GroupVersionKind type(Fields kind) {
    return new GroupVersionKind(kind.string("group"), kind.string("version"), kind.string("kind"));
  }

  private static String text(GroupVersionKind type) {
    return type.kind() + " of " + type.apiVersion();
  }
}
