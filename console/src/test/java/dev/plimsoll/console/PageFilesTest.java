package dev.plimsoll.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.server.http.Call;
import dev.plimsoll.server.http.Reply;
import dev.plimsoll.server.http.Route;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class PageFilesTest {
  private static final int LARGEST_FIRST_PAGE = 300 * 1024;
  private static final Pattern IMPORT = Pattern.compile("(?:from|import)\\s*[\"']([^\"']+)[\"']");
  private static final Pattern LINK = Pattern.compile("(?:href|src)=\"([^\"#]+)\"");

  private static Map<String, Reply> files() {
    Map<String, Reply> files = new TreeMap<>();
    for (Route route : PageFiles.routes()) {
      files.put(
          route.path(),
          route.handler().apply(new Call(InputStream.nullInputStream(), Map.of(), "")));
    }
    return files;
  }

  private static Reply page(Map<String, Reply> files) {
    return Objects.requireNonNull(files.get("/"));
  }

  private static String text(Reply reply) {
    return new String(reply.body().get(0), StandardCharsets.UTF_8);
  }

  @Test
  void every_import_and_link_is_a_file_of_the_page() {
    Map<String, Reply> files = files();
    Set<String> named = new TreeSet<>();
    files.forEach(
        (path, reply) -> {
          if (reply.contentType().startsWith("text/javascript")) {
            IMPORT
                .matcher(text(reply))
                .results()
                .forEach(m -> named.add(URI.create(path).resolve(m.group(1)).toString()));
          }
        });
    Matcher links = LINK.matcher(text(page(files)));
    while (links.find()) {
      named.add(links.group(1));
    }

    assertThat(named).hasSizeGreaterThan(10);
    assertThat(files.keySet()).containsAll(withoutApi(named));
  }

  private static Set<String> withoutApi(Set<String> named) {
    Set<String> own = new TreeSet<>(named);
    assertThat(own.remove("/openapi.json")).isTrue();
    return own;
  }

  @Test
  void nothing_is_loaded_from_elsewhere_and_no_script_stands_in_the_page() {
    Reply page = page(files());

    assertThat(page.headers().get("Content-Security-Policy"))
        .startsWith("default-src 'none'; script-src 'self'; style-src 'self';")
        .doesNotContain("unsafe");
    assertThat(text(page))
        .doesNotContain("style=")
        .doesNotContain("http")
        .doesNotContain("<script>");
  }

  @Test
  void the_first_page_with_all_it_loads_is_small() {
    int size = 0;
    for (Map.Entry<String, Reply> file : files().entrySet()) {
      if (file.getKey().equals("/") || file.getKey().startsWith("/assets/")) {
        size += file.getValue().body().get(0).length;
      }
    }

    assertThat(size).isLessThan(LARGEST_FIRST_PAGE);
  }
}
