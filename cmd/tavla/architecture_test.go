package main_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// mayImport is the house in one table, lowest rooms first: for each package of
// the module what it may import beside the standard library, test files
// excepted. "internal" stands for every package of the module. A package that is
// missing here fails the test, so that a new room is given its place on purpose.
var mayImport = map[string]string{
	"engine":            "",
	"engine/notation":   "engine",
	"engine/record":     "engine engine/notation",
	"engine/enginetest": "engine engine/notation",

	"nnet":                 "nnet/internal/kernel nnet/wholefile " + blas,
	"nnet/internal/kernel": "github.com/klauspost/cpuid/v2",
	"nnet/wholefile":       "",

	"eval":          "engine",
	"eval/inputs":   "engine",
	"eval/bearoff":  "engine eval nnet/wholefile",
	"eval/static":   "engine eval eval/inputs eval/bearoff nnet",
	"eval/search":   "engine eval",
	"eval/cube":     "engine eval eval/search",
	"eval/luck":     "engine eval eval/search eval/cube",
	"eval/rollout":  "engine eval eval/search eval/luck eval/cube " + stat,
	"eval/bot":      "engine engine/notation eval eval/search eval/cube",
	"eval/bot/fibs": "engine engine/notation eval eval/bot eval/bot/internal/process",
	"eval/bot/ubgi": "engine engine/notation eval eval/bot eval/bot/internal/process",

	"eval/bot/internal/process": "",

	"eval/arena":    "engine eval eval/luck eval/cube eval/bot " + stat,
	"eval/analysis": "engine engine/notation engine/record eval eval/search eval/luck eval/cube",

	"eval/analysis/page": "engine eval/analysis",

	"train":       "engine eval eval/inputs eval/bearoff eval/static eval/search eval/luck nnet nnet/wholefile",
	"train/curve": plot,

	"weights": "",

	"scripts/reference":  "engine engine/notation eval eval/bearoff eval/bot eval/bot/fibs eval/search eval/static nnet " + stat,
	"scripts/curve":      "nnet/wholefile train train/curve",
	"scripts/cubes":      "engine engine/notation eval eval/bearoff eval/cube eval/search eval/static nnet " + stat,
	"scripts/efficiency": "engine engine/notation eval eval/cube eval/rollout eval/search eval/static nnet " + stat,
	"scripts/decisions":  "engine engine/notation eval eval/bearoff eval/search eval/static nnet",
	"scripts/gate":       "",
	"scripts/pruning":    "engine eval eval/search eval/static nnet " + stat,
	"scripts/depth":      "engine engine/notation eval eval/bearoff eval/bot eval/bot/fibs eval/search eval/static nnet " + stat,
	"scripts/external":   "engine engine/record",
	"scripts/load":       "engine engine/notation",
	"scripts/speed":      "nnet/wholefile",
	"scripts/strength":   "nnet/wholefile",

	"cmd/tavla":              "internal github.com/spf13/cobra github.com/schollz/progressbar/v3 golang.org/x/term",
	"cmd/tavla/internal/web": "internal",
}

const (
	module = "tavla"
	blas   = "gonum.org/v1/gonum/blas gonum.org/v1/gonum/blas/blas32"
	stat   = "gonum.org/v1/gonum/stat gonum.org/v1/gonum/stat/distuv"
	plot   = "gonum.org/v1/plot gonum.org/v1/plot/plotter gonum.org/v1/plot/plotutil " +
		"gonum.org/v1/plot/vg gonum.org/v1/plot/vg/draw gonum.org/v1/plot/vg/vgimg"
)

func TestImportsPointOneWay(t *testing.T) {
	homeless := map[string]bool{}
	for _, f := range sourceFiles(t) {
		list, known := mayImport[f.pkg]
		if homeless[f.pkg] {
			continue
		}
		if !known {
			homeless[f.pkg] = true
			t.Errorf("package %s has no place in the table of this test: add it to mayImport "+
				"with the packages it may import", f.pkg)
			continue
		}
		allowed := strings.Fields(list)
		for _, imported := range f.imports(t) {
			own, isOwn := strings.CutPrefix(imported, module+"/")
			switch {
			case isOwn && own == "weights" && !strings.HasPrefix(f.pkg, "cmd/"):
				t.Errorf("%s imports the weights: only cmd may, and hands them down", f.path)
			case isOwn && !slices.Contains(allowed, own) && !slices.Contains(allowed, "internal"):
				t.Errorf("%s imports %s, which %s must not know", f.path, own, f.pkg)
			case !isOwn && !isStandard(imported) && !slices.Contains(allowed, imported):
				t.Errorf("%s imports %s, which has no business in %s", f.path, imported, f.pkg)
			}
		}
	}
}

// The rules are exact: no I/O, no text formats, no floating point.
func TestTheEngineIsPlainRules(t *testing.T) {
	plain := []string{"cmp", "encoding/binary", "errors", "fmt", "iter", "math", "math/bits", "slices"}
	for _, f := range sourceFiles(t) {
		if f.pkg != "engine" {
			continue
		}
		for _, imported := range f.imports(t) {
			if !slices.Contains(plain, imported) {
				t.Errorf("%s imports %s; the engine lives with %v", f.path, imported, plain)
			}
		}
		set := token.NewFileSet()
		syntax, err := parser.ParseFile(set, f.full, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(syntax, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.Ident:
				if n.Name == "float32" || n.Name == "float64" {
					t.Errorf("%s:%d: %s in the engine", f.path, set.Position(n.Pos()).Line, n.Name)
				}
			case *ast.BasicLit:
				if n.Kind == token.FLOAT || n.Kind == token.IMAG {
					t.Errorf("%s:%d: %s in the engine", f.path, set.Position(n.Pos()).Line, n.Value)
				}
			}
			return true
		})
	}
}

// sourceFile is one Go file that is no test, whatever its build constraints.
type sourceFile struct {
	full string // where it lies
	path string // inside the module, with slashes
	pkg  string // its folder inside the module, with slashes
}

// imports returns the import paths of the file.
func (f sourceFile) imports(t *testing.T) []string {
	t.Helper()
	syntax, err := parser.ParseFile(token.NewFileSet(), f.full, nil, parser.ImportsOnly)
	if err != nil {
		t.Fatal(err)
	}
	var paths []string
	for _, spec := range syntax.Imports {
		imported, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			t.Fatal(err)
		}
		paths = append(paths, imported)
	}
	return paths
}

// sourceFiles returns the files of the module. Folders that the go command
// passes over, and those that are modules of their own, are passed over here.
func sourceFiles(t *testing.T) []sourceFile {
	t.Helper()
	root, err := filepath.Abs(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(root, "go.mod")); err != nil {
		t.Fatalf("the module's root is not two folders up: %v", err)
	}
	var files []sourceFile
	err = filepath.WalkDir(root, func(full string, d fs.DirEntry, err error) error {
		if err != nil || full == root {
			return err
		}
		name := d.Name()
		if d.IsDir() {
			_, err := os.Stat(filepath.Join(full, "go.mod"))
			if err == nil || name[0] == '.' || name[0] == '_' || name == "testdata" {
				return filepath.SkipDir
			}
			return nil
		}
		if !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") || name[0] == '.' || name[0] == '_' {
			return nil
		}
		rel, err := filepath.Rel(root, full)
		if err != nil {
			return err
		}
		rel = filepath.ToSlash(rel)
		files = append(files, sourceFile{full: full, path: rel, pkg: path.Dir(rel)})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(files) < 10 {
		t.Fatalf("only %d Go files under %s", len(files), root)
	}
	return files
}

// isStandard reports whether an import path is the standard library's: these
// have no dot in their first part.
func isStandard(imported string) bool {
	first, _, _ := strings.Cut(imported, "/")
	return !strings.Contains(first, ".")
}
