package dev.plimsoll.cli.document;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.node.Heading;
import org.commonmark.renderer.html.HtmlRenderer;

/**
 * The documents as a static site: a page for each, and what they link to. {@code README.md} is the
 * index of its folder; a folder without one gets a list of its files.
 */
public final class Site {
  private static final String README = "README.md";

  private final Path project;
  private final Path out;
  private final Map<Path, Document> documents = new TreeMap<>();

  private Site(Path project, Path out) {
    this.project = project;
    this.out = out;
    Document.all(project).forEach(d -> documents.put(d.file(), d));
  }

  /**
   * Writes the site.
   *
   * @param out the folder to write to; what is in it is removed first
   */
  public static void write(Path project, Path out) throws IOException {
    if (Files.exists(out)) {
      try (Stream<Path> old = Files.walk(out)) {
        for (Path file : old.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(file);
        }
      }
    }
    Site site = new Site(project, out);
    for (Document document : site.documents.values()) {
      site.writePage(document);
      for (Path target : site.targets(document)) {
        site.copy(target);
      }
    }
    Files.copy(project.resolve("docs/site/style.css"), site.fresh(out.resolve("style.css")));
  }

  /** Returns where the page of a file or folder of the project is, relative to the site. */
  private Path pageOf(Path target) {
    String path = project.relativize(target).toString();
    if (Files.isDirectory(target)) {
      return Path.of(path, "index.html");
    }
    return Path.of(
        documents.containsKey(target)
            ? path.replaceFirst("README\\.md$", "index.html").replaceFirst("\\.md$", ".html")
            : path);
  }

  private void writePage(Document document) throws IOException {
    String content =
        renderer(document, document.file())
            .render(document.root())
            .replace("<th></th>", "<td></td>")
            .replaceAll("<p>(<img [^>]*>)</p>", "<div class=\"wide\" tabindex=\"0\">$1</div>")
            .replace("<table>", "<div class=\"wide\" tabindex=\"0\">\n<table>")
            .replace("</table>", "</table>\n</div>");
    writePage(document.file(), document.title(), content);
  }

  private void writePage(Path source, String title, String content) throws IOException {
    Path page = pageOf(source);
    String text =
        Files.readString(project.resolve("docs/site/page.html"))
            .replace("${title}", title.replace("&", "&amp;").replace("<", "&lt;"))
            .replace("${root}", "../".repeat(page.getNameCount() - 1))
            .replace("${contents}", contents(source))
            .replace("${content}", content);
    Files.writeString(fresh(out.resolve(page)), text);
  }

  /** The groups of {@code docs/README.md}, as they are reached from a page. */
  private String contents(Path source) {
    Document index = documents.get(project.resolve("docs").resolve(README));
    if (index == null) {
      throw new IllegalStateException("docs/README.md is missing");
    }
    String all = renderer(index, source).render(index.root()).replaceFirst("<h1.*</h1>", "");
    String here = "<a href=\"" + link(source, source, "") + "\"";
    return all.replaceAll("<h2 id=\"[^\"]*\">", "<h2>")
        .replace(here, here + " aria-current=\"page\"");
  }

  /** Makes HTML of a document, for the page of a file. */
  private HtmlRenderer renderer(Document document, Path page) {
    return HtmlRenderer.builder()
        .extensions(List.of(TablesExtension.create()))
        .attributeProviderFactory(
            context ->
                (node, tag, attributes) -> {
                  if (node instanceof Heading) {
                    attributes.put("id", Document.fragment(node));
                  } else if (tag.equals("pre")) {
                    attributes.put("tabindex", "0");
                  }
                  attributes.computeIfPresent("href", (k, to) -> link(document, page, to));
                  attributes.computeIfPresent("src", (k, to) -> link(document, page, to));
                })
        .build();
  }

  private String link(Document document, Path page, String destination) {
    if (destination.contains(":") || destination.startsWith("#")) {
      return destination;
    }
    String[] parts = destination.split("#", 2);
    Path target = document.file().resolveSibling(parts[0]).normalize();
    return link(page, target, parts.length > 1 ? "#" + parts[1] : "");
  }

  private String link(Path from, Path to, String fragment) {
    Path folder = out.resolve(pageOf(from)).resolveSibling("");
    return folder.relativize(out.resolve(pageOf(to))) + fragment;
  }

  private List<Path> targets(Document document) {
    return document.destinations().stream()
        .filter(d -> !d.contains(":") && !d.startsWith("#"))
        .map(d -> document.file().resolveSibling(d.replaceFirst("#.*", "")).normalize())
        .filter(t -> !documents.containsKey(t))
        .toList();
  }

  private void copy(Path target) throws IOException {
    if (!Files.isDirectory(target)) {
      Files.copy(target, fresh(out.resolve(pageOf(target))));
    } else if (!documents.containsKey(target.resolve(README))) {
      writePage(target, project.relativize(target).toString(), listing(target));
    }
  }

  private String listing(Path folder) throws IOException {
    StringBuilder list = new StringBuilder("<h1>" + project.relativize(folder) + "</h1>\n<ul>\n");
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.sorted().toList()) {
        copy(file);
        list.append(
            "<li><a href=\"%s\">%s</a></li>\n"
                .formatted(link(folder, file, ""), file.getFileName()));
      }
    }
    return list.append("</ul>").toString();
  }

  /** Returns the file, which isn't there (any more), in a folder that is. */
  private Path fresh(Path file) throws IOException {
    Files.createDirectories(file.resolveSibling(""));
    Files.deleteIfExists(file);
    return file;
  }
}
