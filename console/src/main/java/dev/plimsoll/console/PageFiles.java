package dev.plimsoll.console;

import dev.plimsoll.server.http.Reply;
import dev.plimsoll.server.http.Route;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The files of the page, the same for everybody. What they show they ask of {@code /api} with the
 * caller's token; nothing is loaded from elsewhere, and no script or style stands in the page.
 */
final class PageFiles {
  private static final String LIT = "/META-INF/resources/webjars/lit-html/";

  private static final Map<String, String> HEADERS =
      Map.of(
          "Content-Security-Policy",
          "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src"
              + " 'self' blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
          "Referrer-Policy",
          "no-referrer",
          "Cross-Origin-Opener-Policy",
          "same-origin",
          "Cache-Control",
          "no-cache");

  /** Each view's address; the page that it gets finds out which it is. */
  static final List<String> VIEWS =
      List.of("/", "/nodes", "/tenants", "/gaps", "/explain", "/hours", "/advice", "/decisions");

  private static final List<String> SCRIPTS =
      List.of(
          "app.js",
          "api.js",
          "quantity.js",
          "parts.js",
          "overview.js",
          "flavors.js",
          "nodes.js",
          "patterns.js",
          "tiles.js",
          "tenants.js",
          "history.js",
          "hours.js",
          "gaps.js",
          "explain.js",
          "reasons.js",
          "stations.js",
          "advice.js",
          "backtest.js",
          "posted.js",
          "whatif.js",
          "request.js",
          "decisions.js");

  private static final List<String> LIT_FILES =
      List.of("lit-html.js", "directive.js", "directive-helpers.js", "directives/repeat.js");

  private PageFiles() {}

  static List<Route> routes() {
    String lit = LIT + litVersion() + "/";
    Reply page = reply("page/index.html", "text/html; charset=utf-8");
    return Stream.of(
            VIEWS.stream().map(path -> Route.get(path, call -> page)),
            SCRIPTS.stream().map(f -> file("/assets/" + f, "page/" + f, "text/javascript")),
            Stream.of(
                file("/assets/style.css", "page/style.css", "text/css"),
                file("/assets/icon.svg", "page/icon.svg", "image/svg+xml")),
            LIT_FILES.stream().map(f -> file("/assets/lit-html/" + f, lit + f, "text/javascript")))
        .flatMap(routes -> routes)
        .toList();
  }

  private static Route file(String path, String resource, String type) {
    Reply reply = reply(resource, type + "; charset=utf-8");
    return Route.get(path, call -> reply);
  }

  private static Reply reply(String resource, String type) {
    return new Reply(200, type, ProgramFiles.read(resource)).withHeaders(HEADERS);
  }

  /** Returns the version of the library that is there, which its folder is named after. */
  private static String litVersion() {
    return ProgramFiles.property(
        "/META-INF/maven/org.webjars.npm/lit-html/pom.properties", "version");
  }
}
