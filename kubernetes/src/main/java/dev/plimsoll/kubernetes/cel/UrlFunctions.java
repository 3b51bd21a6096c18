package dev.plimsoll.kubernetes.cel;

import static dev.cel.common.CelOverloadDecl.newGlobalOverload;
import static dev.cel.common.CelOverloadDecl.newMemberOverload;

import dev.cel.common.types.CelType;
import dev.cel.common.types.ListType;
import dev.cel.common.types.MapType;
import dev.cel.common.types.OpaqueType;
import dev.cel.common.types.SimpleType;
import dev.cel.runtime.CelFunctionBinding;
import java.util.function.Function;

/**
 * The functions that Kubernetes adds for URLs.
 *
 * <p>Source: {@code staging/src/k8s.io/apiserver/pkg/cel/library/urls.go}.
 */
final class UrlFunctions {
  private static final CelType URL = OpaqueType.create("kubernetes.URL");

  private final FunctionSet functions;

  private UrlFunctions(FunctionSet functions) {
    this.functions = functions;
  }

  static void addTo(FunctionSet functions) {
    functions.add(
        "url",
        newGlobalOverload("string_to_url", URL, SimpleType.STRING),
        CelFunctionBinding.from("string_to_url", String.class, UrlFunctions::url));
    functions.add(
        "isURL",
        newGlobalOverload("is_url_string", SimpleType.BOOL, SimpleType.STRING),
        CelFunctionBinding.from("is_url_string", String.class, PlainUrl::isUrl));
    UrlFunctions urls = new UrlFunctions(functions);
    urls.add("getScheme", "url_get_scheme", SimpleType.STRING, PlainUrl::scheme);
    urls.add("getHost", "url_get_host", SimpleType.STRING, PlainUrl::hostAndPort);
    urls.add("getHostname", "url_get_hostname", SimpleType.STRING, PlainUrl::host);
    urls.add("getPort", "url_get_port", SimpleType.STRING, url -> url.port().orElse(""));
    urls.add("getEscapedPath", "url_get_escaped_path", SimpleType.STRING, PlainUrl::path);
    urls.add(
        "getQuery",
        "url_get_query",
        MapType.create(SimpleType.STRING, ListType.create(SimpleType.STRING)),
        PlainUrl::parameters);
  }

  @SuppressWarnings("Immutable") // The functions that are given keep nothing.
  private void add(
      String function, String overload, CelType result, Function<PlainUrl, Object> of) {
    functions.add(
        function,
        newMemberOverload(overload, result, URL),
        CelFunctionBinding.from(overload, PlainUrl.class, of::apply));
  }

  private static PlainUrl url(String text) {
    if (!PlainUrl.isUrl(text)) {
      throw new IllegalArgumentException(
          "URL parse error during conversion from string: " + PlainUrl.error(text));
    }
    return PlainUrl.parse(text);
  }
}
