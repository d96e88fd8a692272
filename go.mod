module tavla

go 1.26
